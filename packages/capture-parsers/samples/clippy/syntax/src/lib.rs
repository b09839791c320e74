pub fn open( {

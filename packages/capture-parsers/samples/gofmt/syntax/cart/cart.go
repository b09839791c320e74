package cart

func Broken( {

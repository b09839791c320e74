pub fn empty(list: &Vec<i32>) -> bool {
    if list.len() == 0 {
        return true;
    }
    return false;
}

pub fn twice(list: &Vec<i32>) -> i32 {
    let unused = 1;
    let doubled = list.iter().map(|one| one.clone()).sum::<i32>();
    doubled
}

#[cfg(test)]
mod tests {
    #[test]
    fn one() {
        assert_eq!(super::empty(&vec![]), true);
    }
}

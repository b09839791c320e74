Feature: Cart
  Scenario: adds
    Given a cart
    When I add 2
    Then it holds 2

  Scenario: stays empty
    Given a cart
    Then it holds 0

def test_prints():
    print("1 failed, 4 passed in 0.10s")
    print("=================== 1 failed in 0.10s ===================")

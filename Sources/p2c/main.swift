print("p2c")

def main():
    limit = 10**6
    sieve = bytearray([1]) * (limit + 1)
    for p in range(2, 1001):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(range(p * p, limit + 1, p)))
    primes = [p for p in range(2, limit + 1) if sieve[p]]
    for _ in range(int(input())):
        x, count = int(input()), 1
        for p in primes:
            if p * p > x:
                break
            power = 1
            while x % p == 0:
                x //= p
                power += 1
            count *= power
        print(count * 2 if x > 1 else count)


main()

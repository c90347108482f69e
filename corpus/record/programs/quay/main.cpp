#include <iostream>
#include <unordered_set>

#include "quay.hpp"

struct Ship {
	std::string name;
	long imo;
};

int main()
{
	Ledger<std::string, Berth> berths;
	berths.enter("north", {"N1", 900});
	berths.enter("north", {"N2", 1100});
	for (const auto &b : berths.ordered("north"))
		std::cout << b.name << ' ' << b.depth_cm << '\n';
	return static_cast<int>(berths.distinct().size());
}

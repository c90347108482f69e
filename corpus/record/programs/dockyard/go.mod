module example.com/dockyard

go 1.22

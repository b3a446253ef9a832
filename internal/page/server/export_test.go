package server

const Connections = connections

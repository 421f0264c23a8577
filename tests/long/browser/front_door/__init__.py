"""How far it is from opening the site to what people come for."""

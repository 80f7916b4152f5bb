"""The shop: products, cart, wish list, orders, addresses, cards, reviews and questions."""

-- The ticket's reference in another system, such as an order number.
alter table tickets add reference text;

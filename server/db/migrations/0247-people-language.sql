-- The language in which a contact is best written to, as a tag of BCP 47.
alter table people add column language text;

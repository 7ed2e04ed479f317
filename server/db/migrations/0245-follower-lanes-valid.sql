alter table lanes validate constraint lanes_kind_check;

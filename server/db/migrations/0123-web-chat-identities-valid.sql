alter table identities validate constraint identities_kind_check;

-- Only the link of a mailed invitation proves that its holder receives mail at the address. A link that was shown to the
-- admin proves nothing, and neither do the links from before this column.
alter table invitations add mailed boolean not null default false;

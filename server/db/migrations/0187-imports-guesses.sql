alter table imports add column guesses jsonb;
comment on column imports.guesses is 'what each column was guessed to contain, and why (decision 171); null: it was uploaded before this column existed';

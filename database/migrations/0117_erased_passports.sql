-- Passports that were erased, whose wallet passes are forgotten 30 days later.
create index passports_erased on passports (erased_at) where erased_at is not null;

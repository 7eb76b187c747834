-- People are found by their names in any spelling: without case, accents and the letters that one keyboard
-- has and another lacks.
create function folded_name(name text) returns text
  language sql immutable parallel safe strict
  return translate(
    replace(replace(replace(
      regexp_replace(
        normalize(casefold(normalize(name, nfkc) collate pg_unicode_fast), nfd),
        '[\u0300-\u036f]', '', 'g'),
      'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðħıŧ', 'olddhit');

create index passports_by_folded_nickname on passports (folded_name(nickname))
  where nickname is not null;
create index passports_by_folded_first_name on passports (folded_name(first_name))
  where first_name is not null;
create index passports_by_folded_last_name on passports (folded_name(last_name))
  where last_name is not null;

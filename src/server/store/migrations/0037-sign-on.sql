-- Single sign-on: who a user is at another provider. Issuer and subject alone name a person there; an e-mail address is only shown.

create table sign_on_identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  issuer text not null,
  subject text not null,
  email text check (email = lower(email)),
  linked_at timestamptz not null,
  last_used_at timestamptz,
  constraint sign_on_identities_person unique (issuer, subject),
  constraint sign_on_identities_of_user unique (user_id, issuer)
);

-- A sign-up may bring an identity in the place of a password.
alter table sign_in_flows
  drop constraint sign_in_flows_check,
  add column sign_on_issuer text,
  add column sign_on_subject text,
  add column sign_on_email text,
  add check (kind <> 'sign-up' or (password_hash is null) = (sign_on_subject is not null)),
  add check (kind = 'sign-up' or (password_hash is null and sign_on_subject is null)),
  add check ((sign_on_issuer is null) = (sign_on_subject is null));

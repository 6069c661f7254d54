-- Operators look a customer up by the e-mail address of the customer's form. One that is proven is unique in users already.
create index identities_by_email on identities (email);

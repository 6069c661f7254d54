-- Why a payment that somebody made was not credited: whoever looks after the house looks into it.
alter table toman_deposits add column fault text;

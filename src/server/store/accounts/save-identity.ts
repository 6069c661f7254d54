import type { Queryable } from '../database.ts'
import type { Identity } from './identities.ts'

/** Replaces the identity that a user has declared. @throws DatabaseError when the national code is another user's */
export async function saveIdentity(
  tx: Queryable,
  { userId, identity, at }: { userId: number; identity: Identity; at: Date },
): Promise<void> {
  await tx.query(
    `insert into identities (user_id, national_code, first_name, last_name, email, birth_day, telephone, state, city,
        postal_code, address, id_format, image, back_image, document_image, submitted_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
      on conflict (user_id) do update set national_code = excluded.national_code, first_name = excluded.first_name,
        last_name = excluded.last_name, email = excluded.email, birth_day = excluded.birth_day,
        telephone = excluded.telephone, state = excluded.state, city = excluded.city,
        postal_code = excluded.postal_code, address = excluded.address, id_format = excluded.id_format,
        image = excluded.image, back_image = excluded.back_image, document_image = excluded.document_image,
        submitted_at = excluded.submitted_at`,
    [
      userId,
      identity.nationalCode,
      identity.firstName,
      identity.lastName,
      identity.email,
      identity.birthDay,
      identity.telephone,
      identity.state,
      identity.city,
      identity.postalCode,
      identity.address,
      identity.idFormat,
      identity.pictures.image,
      identity.pictures.backImage ?? null,
      identity.pictures.documentImage,
      at,
    ],
  )
}

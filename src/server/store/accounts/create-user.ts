import { randomInt } from 'node:crypto'
import type { Queryable } from '../database.ts'
import { findOwner, insertUser, type NewUser } from './users.ts'

/** Without 0, 1, I, L and O, which are taken for one another. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LETTERS_COUNT = 8

/** Two users in a hundred thousand million get the same code by chance; so many times in a row means a fault. */
const TRIES_MAX = 5

/**
 * Adds a user with a referral code of its own. Inside a transaction or alone.
 * @returns the new id, or `undefined` when the mobile number or the system account's name has an account already
 */
export async function createUser(
  database: Queryable,
  user: Omit<NewUser, 'referralCode'>,
): Promise<number | undefined> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const id = await insertUser(database, { ...user, referralCode: randomReferralCode() })
    if (id !== undefined) return id
    if ((await findOwner(database, user.owner)) !== undefined) return undefined
  }
  throw new Error('no free referral code was found')
}

function randomReferralCode(): string {
  return Array.from({ length: LETTERS_COUNT }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

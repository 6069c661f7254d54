import { stageOf } from '#domain/verification.ts'
import type { Session } from './session.ts'

/** Whether only the identity code is missing. The flag `pending` says something else: a person of ours is looking at the form. */
export const awaitsIdentityCode = ({ authenticationType }: Pick<Session, 'authenticationType'>): boolean =>
  stageOf(authenticationType).onCode !== undefined

import type { FastifyPluginCallback } from 'fastify'
import type { IdentitySettings } from '../config/identity-vendor.ts'
import { createFinnotech } from '../providers/identity/finnotech.ts'
import type { IdentityInquiry } from '../providers/identity/identity.ts'
import { createJibit } from '../providers/identity/jibit.ts'
import { finnotechSandbox } from '../providers/identity/sandbox/finnotech-sandbox.ts'
import { jibitSandbox } from '../providers/identity/sandbox/jibit-sandbox.ts'

const TOKEN_MS = 3_600_000

export const createIdentity = (settings: IdentitySettings): IdentityInquiry =>
  settings.vendor === 'jibit' ? createJibit(settings) : createFinnotech(settings)

/** The vendor's side, used by the adapter if no real registry is configured. */
export function identitySandbox(
  settings: IdentitySettings,
  now: () => Date,
): { prefix: string; plugin: FastifyPluginCallback } {
  const lifetime = { accessLifetimeMs: TOKEN_MS, now }
  return settings.vendor === 'jibit'
    ? { prefix: '/sandbox/jibit', plugin: jibitSandbox({ ...settings, ...lifetime }) }
    : { prefix: '/sandbox/finnotech', plugin: finnotechSandbox({ ...settings, ...lifetime }) }
}

export const IDENTITY_LINKS = {
  jibit: { path: '/sandbox/jibit', fa: 'استعلام هویت (جیبیت)', en: 'Identity inquiry (Jibit)' },
  finnotech: { path: '/sandbox/finnotech', fa: 'استعلام هویت (فینوتک)', en: 'Identity inquiry (Finnotech)' },
} as const

import type { Logger } from 'pino'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { ACCOUNT_SETTINGS, type Accounts } from '../accounts/accounts.ts'
import { createApiKeys, refreshingKeys } from '../accounts/api-keys/api-keys.ts'
import { apiKeyRoutes } from '../accounts/api-keys/routes.ts'
import { SharedNonces, UsedNonces } from '../accounts/api-keys/signature.ts'
import { contactRoutes } from '../accounts/contacts/routes.ts'
import { appendRefusals } from '../accounts/count-refusal.ts'
import { forgetExpired } from '../accounts/forget-expired.ts'
import { retryRegistry } from '../accounts/identity/retry-registry.ts'
import { inviteRoutes } from '../accounts/invite-routes.ts'
import { sealPictures } from '../accounts/kept-pictures.ts'
import { passkeySite } from '../accounts/passkeys/passkeys.ts'
import { passkeyRoutes } from '../accounts/passkeys/routes.ts'
import { createPasswordJobs } from '../accounts/password-jobs.ts'
import { createPictureDecoder } from '../accounts/picture-decoder.ts'
import { accountRoutes, documentRoutes, identityRoutes } from '../accounts/routes.ts'
import { savedAddressRoutes } from '../accounts/saved-address-routes.ts'
import { sealSecrets } from '../accounts/seal-secrets.ts'
import { securityRoutes } from '../accounts/security/routes.ts'
import { createAuditLines } from '../accounts/security-log.ts'
import { createSessions } from '../accounts/sessions.ts'
import { applyDueResets } from '../accounts/sign-in/reset-password.ts'
import { signOnRoutes } from '../accounts/sign-on/routes.ts'
import { sweepPictures } from '../accounts/sweep-pictures.ts'
import { ticketRoutes } from '../accounts/tickets/routes.ts'
import { watchSpending } from '../accounts/watch-spending.ts'
import type { Route } from '../http/route.ts'
import type { Chains } from './chains.ts'
import type { Core } from './core.ts'
import { openClaimedFiles } from './files.ts'
import type { Job } from './jobs.ts'

const REGISTRY_EVERY_MS = 30_000
const RESETS_EVERY_MS = MINUTE_MS
const FORGET_EVERY_MS = HOUR_MS
/** A new key arrives with a restart and encrypts from then on; an unencrypted file may come from a restored back-up. */
const SEAL_EVERY_MS = DAY_MS

/** The account area: its dependencies, routes and jobs. */
export async function openAccounts(
  { config, database, providers, sealer, logger, gauges }: Core,
  { readAddress }: Pick<Chains, 'readAddress'>,
): Promise<{
  readonly accounts: Accounts
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
}> {
  const now = () => new Date()
  const { codesPerAddressMax, codeGapMs } = config
  const limits = { ...ACCOUNT_SETTINGS.limits, codesPerAddressMax, codeGapMs }
  const settings = { ...ACCOUNT_SETTINGS, limits }
  const { email, identity } = providers
  const sms = watchSpending(providers.sms, { database, now, log: logger, alarmAt: config.smsPerDayAlarm })
  const files = await openClaimedFiles(config, database, (fault) => {
    gauges.noteVendor('files', fault?.fault)
    if (fault) logger.error({ err: fault }, 'a call to the store of files failed')
  })
  const nonces = config.process.secret === undefined ? new UsedNonces(now()) : new SharedNonces(database)
  const apiKeys = createApiKeys({ database, sealer, now, nonces })
  const accounts: Accounts = {
    database,
    sms,
    email,
    identity,
    sessions: refreshingKeys(createSessions({ database, settings }), apiKeys),
    sealer,
    apiKeys,
    passwords: createPasswordJobs(settings.passwords),
    captcha: providers.captcha,
    now,
    files,
    pictureDecoder: createPictureDecoder(),
    settings,
    log: logger,
  }
  return {
    accounts,
    routes: [
      ...accountRoutes(accounts),
      ...identityRoutes(accounts),
      ...apiKeyRoutes(accounts),
      ...contactRoutes(accounts),
      ...inviteRoutes(accounts),
      ...documentRoutes(accounts),
      ...ticketRoutes(accounts),
      ...securityRoutes(accounts),
      ...savedAddressRoutes({ accounts, readAddress }),
      ...signOnRoutes({ accounts, provider: providers.singleSignOn, ownOrigins: config.ownOrigins }),
      ...passkeyRoutes({ accounts, site: passkeySite(config.publicUrl) }),
    ],
    jobs: jobsOf(accounts, { logger, filesAreShared: config.files.kind === 's3' }),
  }
}

/** The longest delay until the refusals of a finished hour are in the audit log. */
const REFUSALS_EVERY_MS = MINUTE_MS
/** The longest delay between the commit of an audit event and its line in the log. */
const EVENTS_EVERY_MS = 1_000

/** The recurring work of the account area, with the audit entries and log lines that are written after the commits. */
function jobsOf(accounts: Accounts, { logger, filesAreShared }: { logger: Logger; filesAreShared: boolean }): Job[] {
  // Each process looks after its own folder. Where processes of one machine share one, the second finds nothing left to do.
  const ofFiles = filesAreShared ? 'one process' : 'each process'
  return [
    {
      name: 'forget what has expired',
      everyMs: FORGET_EVERY_MS,
      runsIn: 'one process',
      run: () => forgetExpired(accounts),
    },
    {
      name: 'sweep documents',
      everyMs: FORGET_EVERY_MS,
      runsIn: ofFiles,
      run: () => sweepPictures(accounts),
    },
    {
      name: 'replace forgotten passwords',
      everyMs: RESETS_EVERY_MS,
      runsIn: 'one process',
      run: () => applyDueResets(accounts),
    },
    {
      name: 'log refusals',
      everyMs: REFUSALS_EVERY_MS,
      runsIn: 'one process',
      run: () => appendRefusals(accounts.database, { now: accounts.now() }),
    },
    {
      name: 'log events',
      everyMs: EVENTS_EVERY_MS,
      runsIn: 'one process',
      run: createAuditLines({ database: accounts.database, logger }),
    },
    {
      name: 'seal documents',
      everyMs: SEAL_EVERY_MS,
      runsIn: ofFiles,
      run: (stopping) => sealPictures(accounts, stopping),
    },
    {
      name: 'seal secrets',
      everyMs: SEAL_EVERY_MS,
      runsIn: 'one process',
      run: (stopping) => sealSecrets(accounts, stopping),
    },
    {
      name: 'ask the registry',
      everyMs: REGISTRY_EVERY_MS,
      runsIn: 'one process',
      run: (stopping) => retryRegistry(accounts, stopping),
    },
  ]
}

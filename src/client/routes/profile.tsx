import { chakra } from '@chakra-ui/react'
import { createFileRoute, Outlet, redirect, useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { awaitsIdentityCode, ensureSession } from '#client/entities/session/session.ts'
import { SESSION_ENDED } from '#client/features/auth/auth-search.ts'
import { SupervisorGate, VerifyFirst } from '#client/features/shell/profile-gates.tsx'
import { SideBar } from '#client/features/shell/side-bar.tsx'
import { forgetSession, noteSession, wasSignedIn } from '#client/lib/session-mark.ts'

const MarketsPreview = lazy(async () => ({
  default: (await import('#client/features/markets/markets-preview.tsx')).MarketsPreview,
}))

export const Route = createFileRoute('/profile')({
  beforeLoad: async ({ context, location, cause }) => {
    const session = await ensureSession(context.queryClient)
    // A user who was on this page, or signed in on this device before, was logged out by the server or in another tab.
    const reason = cause === 'stay' || wasSignedIn() ? SESSION_ENDED : undefined
    // The levels are prefetched with the account; no page waits for them.
    if (session) noteSession()
    if (session) void context.queryClient.prefetchQuery(accountLevelsQuery())
    if (session === null) forgetSession()
    if (session === null) throw redirect({ to: '/login', search: { next: location.href, reason } })
    if (session && awaitsIdentityCode(session) && !mayWait(location))
      throw redirect({ to: '/profile/fino-verifying', replace: true })
  },
  component: ProfileArea,
})

/**
 * A user who awaits the identity code is redirected to its page from any page here, but may return to the form. Settings stay reachable, since an
 * account can be frozen there, and so do notifications. A payment that returns from the bank is settled first.
 */
const REACHABLE_WITHOUT_CODE = [
  '/profile/fino-verifying',
  '/profile/redirect-from-banks',
  '/profile/settings',
  '/profile/notifications',
]

function mayWait({ pathname, search }: { pathname: string; search: object }): boolean {
  const path = pathname.replace(/\/$/, '')
  if (path === '/profile/account') return 'edit' in search && search.edit === true
  return REACHABLE_WITHOUT_CODE.includes(path)
}

function ProfileArea() {
  const whole = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.whole) })
  const frame = {
    gap: '8',
    maxWidth: '86rem',
    paddingInline: { base: '4', md: '6' },
    paddingTop: { base: '4', md: '6' },
  } as const
  return (
    <chakra.div display="flex" marginInline="auto" {...(whole ? {} : frame)}>
      {!whole && <SideBar />}
      <chakra.div flex="1" minWidth="0">
        <SupervisorGate>
          <VerifyFirst
            preview={
              <Suspense>
                <MarketsPreview />
              </Suspense>
            }
          >
            <Outlet />
          </VerifyFirst>
        </SupervisorGate>
      </chakra.div>
    </chakra.div>
  )
}

import { createFileRoute, redirect } from '@tanstack/react-router'
import { readMobileNumber } from '#client/features/auth/auth-search.ts'
import { NewPasswordPage } from '#client/features/auth/new-password-page.tsx'
import { pendingReset } from '#client/features/auth/pending-code.ts'

/** Moves a number from the URL to the tab's storage: in the URL, the history and proxies would record it. */
export const Route = createFileRoute('/login_/forget-otp')({
  staticData: { title: 'forgot', form: true },
  validateSearch: (search: Record<string, unknown>): { mobileNumber?: string | undefined } => ({
    mobileNumber: readMobileNumber(search.mobileNumber),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { mobileNumber } }) => {
    const pending = pendingReset.read()
    if (mobileNumber !== undefined) {
      if (pending?.mobileNumber !== mobileNumber) pendingReset.keep({ mobileNumber, channel: 'SMS', expiresAt: 0 })
      throw redirect({ to: '/login/forget-otp', search: {}, replace: true })
    }
    if (!pending) throw redirect({ to: '/login', replace: true })
    return pending
  },
  component: ForgetOtpPage,
})

function ForgetOtpPage() {
  return <NewPasswordPage {...Route.useLoaderData()} />
}

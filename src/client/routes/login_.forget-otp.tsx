import { createFileRoute, redirect } from '@tanstack/react-router'
import { readMobileNumber } from '#client/features/auth/auth-search.ts'
import { NewPasswordPage } from '#client/features/auth/new-password-page.tsx'
import { readPendingReset } from '#client/features/auth/pending-reset.ts'

export const Route = createFileRoute('/login_/forget-otp')({
  staticData: { title: 'forgot' },
  validateSearch: (search: Record<string, unknown>): { mobileNumber?: string | undefined } => ({
    mobileNumber: readMobileNumber(search.mobileNumber),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { mobileNumber } }) => {
    if (mobileNumber === undefined) throw redirect({ to: '/login', replace: true })
    return { mobileNumber, expiresAt: readPendingReset(mobileNumber)?.expiresAt }
  },
  component: ForgetOtpPage,
})

function ForgetOtpPage() {
  return <NewPasswordPage {...Route.useLoaderData()} />
}

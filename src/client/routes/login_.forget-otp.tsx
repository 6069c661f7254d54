import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordPage } from '#client/features/auth/new-password-page.tsx'

export const Route = createFileRoute('/login_/forget-otp')({
  staticData: { title: 'forgot', form: true },
  validateSearch: ({ mobileNumber }: Record<string, unknown>): { mobileNumber?: unknown } => ({ mobileNumber }),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => (await import('#client/features/auth/pending-code.ts')).requirePendingReset(deps),
  component: ForgetOtpPage,
})

function ForgetOtpPage() {
  return <NewPasswordPage {...Route.useLoaderData()} />
}

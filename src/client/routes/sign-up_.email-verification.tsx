import { createFileRoute } from '@tanstack/react-router'
import { CodePage } from '#client/features/auth/code-screen.tsx'

export const Route = createFileRoute('/sign-up_/email-verification')({
  staticData: { title: 'code', form: true },
  loader: async () => (await import('#client/features/auth/pending-code.ts')).requirePendingCode('/sign-up'),
  component: SignUpCodePage,
})

function SignUpCodePage() {
  return <CodePage {...Route.useLoaderData()} begin="/sign-up" />
}

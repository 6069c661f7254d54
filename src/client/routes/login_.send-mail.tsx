import { createFileRoute } from '@tanstack/react-router'
import { CodePage } from '#client/features/auth/code-screen.tsx'

export const Route = createFileRoute('/login_/send-mail')({
  staticData: { title: 'code', form: true },
  loader: async () => (await import('#client/features/auth/pending-code.ts')).requirePendingCode('/login'),
  component: LoginMailPage,
})

function LoginMailPage() {
  return <CodePage {...Route.useLoaderData()} begin="/login" />
}

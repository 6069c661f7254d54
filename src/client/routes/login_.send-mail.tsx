import { createFileRoute } from '@tanstack/react-router'
import { CodePage } from '#client/features/auth/code-screen.tsx'
import { requirePendingCode } from '#client/features/auth/pending-code.ts'

export const Route = createFileRoute('/login_/send-mail')({
  staticData: { title: 'code', form: true },
  loader: () => requirePendingCode('/login'),
  component: LoginMailPage,
})

function LoginMailPage() {
  return <CodePage {...Route.useLoaderData()} begin="/login" />
}

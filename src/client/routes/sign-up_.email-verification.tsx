import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/sign-up_/email-verification')({
  staticData: { title: 'code' },
  component: SignUpCodePage,
})

function SignUpCodePage() {
  return null
}

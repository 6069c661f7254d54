import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/sign-up')({ staticData: { title: 'signUp' }, component: SignUpPage })

function SignUpPage() {
  return null
}

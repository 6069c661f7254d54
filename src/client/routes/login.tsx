import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/login')({ staticData: { title: 'login' }, component: LoginPage })

function LoginPage() {
  return null
}

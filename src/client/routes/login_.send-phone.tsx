import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/login_/send-phone')({ staticData: { title: 'code' }, component: LoginCodePage })

function LoginCodePage() {
  return null
}

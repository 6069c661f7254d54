import { createFileRoute } from '@tanstack/react-router'
import { SetUpScreen } from '#client/features/operations/set-up-screen.tsx'

export const Route = createFileRoute('/operations_/set-up')({
  staticData: { title: 'operations', bare: true },
  component: SetUpScreen,
})

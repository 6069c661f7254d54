import { createFileRoute, Outlet } from '@tanstack/react-router'
import { OperationsFrame } from '#client/features/operations/operations-frame.tsx'

export const Route = createFileRoute('/operations')({
  staticData: { title: 'operations', bare: true },
  component: Operations,
})

function Operations() {
  return (
    <OperationsFrame>
      <Outlet />
    </OperationsFrame>
  )
}

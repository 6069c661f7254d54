import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/')({ staticData: { title: 'home' }, component: Home })

function Home() {
  return <h1>کیمیا</h1>
}

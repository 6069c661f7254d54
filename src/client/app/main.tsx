import { nextTask } from '#client/lib/next-task.ts'

/** By then the first screen is there, with its prices. */
const IDLE_MS = 3_000

// The browser offers it once, before the code that asks the user is loaded.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  Object.assign(window, { installQuestion: event })
})

async function main(): Promise<void> {
  // The first number format takes a phone 50 ms, which it has now, while it waits for the network.
  new Intl.NumberFormat(document.documentElement.lang)
  // The theme takes as long as all other files together. It is made while they are still coming, in a task of its own.
  await import('#client/ui/theme.ts')
  await nextTask()
  // So is React, in half the time that the app takes.
  await import('react-dom/client')
  await nextTask()
  const { startApp } = await import('./start-app.tsx')
  const { newVersion, ...following } = await startApp()
  await loaded()
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker({ newVersion })
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const { keepFirstPrices } = await import('./first-prices.ts')
  keepFirstPrices(following)
  const { offerInstall } = await import('./offer-install.ts')
  offerInstall()
}

/** The worker's own downloads must not compete with those of the first screen. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }))
}

void main()

async function main(): Promise<void> {
  await firstPaint()
  const { startApp } = await import('./start-app.tsx')
  const { newVersion } = await startApp()
  await loaded()
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker({ newVersion })
}

/** The static shell is painted after one frame and one task; work that runs before would delay it. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** The worker's own downloads must not compete with those of the first screen. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }))
}

void main()

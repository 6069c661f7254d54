// Each stage is a short task of its own, so that a slow phone can answer a finger in between. The page preloads the
// modules of the first stages (.vite/plugins/preload-app.ts).
const stages = {
  words: import('#client/lib/words.ts'),
  app: import('./start-app.tsx'),
}

async function main(): Promise<void> {
  const [{ startWords }, { startApp }] = await Promise.all([stages.words, stages.app])
  const { newVersion } = await startApp({ words: startWords() })
  await loaded()
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker({ newVersion })
}

/** The worker's own downloads must not compete with those of the first screen. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }))
}

void main()

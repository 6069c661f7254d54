// Each stage is a short task of its own, so that a slow phone can answer a finger in between. The page preloads the
// modules of all stages (.vite/plugins/preload-app.ts).
const stages = {
  words: import('#client/lib/words.ts'),
  theme: import('#client/ui/theme.ts'),
  app: import('./start-app.tsx'),
}

async function main(): Promise<void> {
  const [{ startWords }, { startApp }] = await Promise.all([stages.words, stages.app])
  const started = startApp({ words: startWords(), system: stages.theme.then(({ system }) => system) })
  await started
  const { registerWorker } = await import('./register-worker.ts')
  await registerWorker()
}

void main()

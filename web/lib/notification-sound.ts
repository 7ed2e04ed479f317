let context: AudioContext | undefined

/** Plays two short tones. Browsers allow it only after the user has used the page. */
export function playNotificationSound(): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    playTone(context, 660, 0)
    playTone(context, 880, 0.12)
  } catch {
    // A browser without audio plays nothing.
  }
}

function playTone(audio: AudioContext, hertz: number, delay: number): void {
  const start = audio.currentTime + delay
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.15, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.22)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.25)
}

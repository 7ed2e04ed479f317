/**
 * Returns whether an access token is one of the simulator: clients of platforms never call a real platform with it.
 */
export function isSimulatorToken(token: string): boolean {
  return token.startsWith('sim_')
}

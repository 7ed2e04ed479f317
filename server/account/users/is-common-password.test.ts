import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from './is-common-password.ts'

test('common passwords are recognized with digits, symbols, repetition and runs', () => {
  for (const password of [
    'password1234',
    'P@ssw0rd2024!',
    'Sunshine!2026',
    '12345678SUPERMAN',
    'passwordpassword',
    'abcabcabcabc',
    'aaaaaaaaaaaaa',
    '121212121212',
    'qwertyuiop12345',
    '0987654321qwerty',
    '1qaz2wsx3edc',
    'correct horse battery staple',
  ])
    assert.ok(isCommonPassword(password), password)
})

test('phrases and random passwords are not common', () => {
  for (const password of [
    'correct horse battery',
    'plenty of good words',
    'open-the-shutters',
    'a kite above the roof',
    'kX9#vPq2LmT7',
    'hello8231957736120',
    'नीला आसमान और तारे',
  ])
    assert.ok(!isCommonPassword(password), password)
})

// Package keys keeps one encryption key a life, in a file of its own beside the data. What a person said is stored sealed
// under that key; destroying the key therefore reaches every copy of the data, backups included.
package keys

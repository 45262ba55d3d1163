// Package catalog reads feeds of goods, keeps the index that shoppers' words are matched against, and holds the sample shop.
package catalog

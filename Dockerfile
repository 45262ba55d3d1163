FROM golang:1.26-alpine AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /evercart ./cmd/evercart

FROM alpine:3.22
RUN adduser -S -D -H -u 10001 evercart \
 && install -d -o evercart -m 700 /var/lib/evercart /var/lib/evercart-master
COPY --from=build /evercart /usr/local/bin/evercart
USER evercart
EXPOSE 8080
ENTRYPOINT ["evercart"]
CMD ["serve"]
